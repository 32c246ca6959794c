/** 10 MB. */
export const maxFileBytes = 10 * 1024 * 1024

/** A few kilobytes can decode to gigabytes. */
export const maxPixels = 64_000_000

/** Passports have one or two; the rest is for letters of a bank. */
export const maxPdfPages = 10
