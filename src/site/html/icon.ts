/** A paragraph mark, as printers set it. In every page, so that no browser asks for it. */
const DRAWING =
  "<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 32 32'>" +
  "<rect width='32' height='32' rx='6' fill='#0a5585'/>" +
  "<text x='16' y='23' font-size='22' font-family='serif' fill='#fff' text-anchor='middle'>¶</text>" +
  '</svg>';

/** The icon of the site as an address. */
export const ICON = `data:image/svg+xml,${encodeURIComponent(DRAWING)}`;
