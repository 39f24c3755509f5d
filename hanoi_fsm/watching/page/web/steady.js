// A box that keeps the greatest height that it has had in a run, so that what is below it seldom moves.

import { html, useLayoutEffect, useRef } from "./vendor/preact.js";

export function Steady({ of, children, class: look, ...props }) {
  const box = useRef(null);
  useLayoutEffect(() => {
    const { style } = box.current;
    let known = 0;
    const observer = new ResizeObserver(([{ target, contentRect }]) => {
      style.minHeight = contentRect.width === known ? style.minHeight : "";
      known = contentRect.width;
      style.minHeight = `${target.getBoundingClientRect().height}px`;
    });
    observer.observe(box.current);
    return () => {
      observer.disconnect();
      style.minHeight = "";
    };
  }, [of]);
  return html`<div class="steady ${look ?? ""}" ref=${box} ...${props}>${children}</div>`;
}
