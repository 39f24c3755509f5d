// Whether the system asks for less motion, which may change while the page is open.

export const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");
