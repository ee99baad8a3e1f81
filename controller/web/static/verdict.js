// The verdict card's own buttons; the card itself needs no script.
document.getElementById("print").addEventListener("click", () => window.print());
