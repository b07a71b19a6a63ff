import "./host";
import "../media/board";
