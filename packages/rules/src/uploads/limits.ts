/** Limit of 10 MB. */
export const maxFileBytes = 10 * 1024 * 1024

/** Limit of pixels, because a few kilobytes can decode to gigabytes. */
export const maxPixels = 64_000_000

/** Limit of pages. Passports have one or two; the rest is for letters of a bank. */
export const maxPdfPages = 10
