/** What a signature is written on: white paper in either theme, as it will be looked at. */
export const signaturePaperClass = 'h-40 w-full rounded-field border border-edge bg-paper'

export const inkColor = '#14213d'

/** Handwriting where the machine has any. */
export const handwritingFonts = "'Segoe Script', 'Snell Roundhand', 'Bradley Hand', 'Apple Chancery', cursive"
