import Theme from "vitepress/theme";
import Layout from "./Layout.vue";
import "./style.css";
import "./home.css";

/** The theme of VitePress, with a recording at the top of the front page. */
export default { extends: Theme, Layout };
