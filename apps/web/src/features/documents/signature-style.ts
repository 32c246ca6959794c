/** What a signature is written on: white paper in either theme, as it will be looked at. */
export const paperClass = 'h-40 w-full rounded-field border border-edge bg-paper'

export const inkColour = '#14213d'

/** Handwriting where the machine has any. */
export const handFonts = "'Segoe Script', 'Snell Roundhand', 'Bradley Hand', 'Apple Chancery', cursive"
