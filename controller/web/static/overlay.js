// For streaming software: what matters, over whatever lies below.
import { byId, fill, h } from "./dom.js";
import { plates } from "./plates.js";
import { said } from "./saying.js";
import { listen } from "./stream.js";
import { tight } from "./words.js";

listen("/api/stream", {
  state: (state) => {
    document.documentElement.dataset.phase = state.phase;
    fill(byId("seats"), plates(state));
    fill(byId("said"), h("p", { class: state.phase }, tight(said(state))));
  },
});
