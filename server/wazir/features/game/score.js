"use strict";
const button = document.querySelector("button");
button.hidden = false;
button.onclick = () => {
  print();
};
