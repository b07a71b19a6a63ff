import "./frame";
import "../media/board";
