// A refusal shows a die: nothing else to do.
import { drawDice } from "./drawn.js";

drawDice();
