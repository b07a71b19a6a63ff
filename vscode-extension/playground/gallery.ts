import "./frame";
import "../media/gallery";
