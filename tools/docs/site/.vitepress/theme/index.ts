import Theme from "vitepress/theme-without-fonts";
import Layout from "./Layout.vue";
import "./fonts.css";
import "./style.css";
import "./home.css";

/** The theme of VitePress, with a recording at the top of the front page. */
export default { extends: Theme, Layout };
