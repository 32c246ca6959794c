/** The paper is white in both themes, as the operator sees it. */
export const signaturePaperClass = 'h-40 w-full rounded-field border border-edge bg-paper'

export const inkColor = '#14213d'

export const handwritingFonts = "'Segoe Script', 'Snell Roundhand', 'Bradley Hand', 'Apple Chancery', cursive"
