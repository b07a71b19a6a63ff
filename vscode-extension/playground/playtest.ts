import "./frame";
import "../media/playtest";
