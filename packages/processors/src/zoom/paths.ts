/** Paths below ZOOM's address. Pages that take cards allow scripts and calls only there. */
export const zoomPaths = {
  script: '/zoom/script.js',
  /** The key of the session follows this path. */
  tokenize: '/zoom/tokenize/',
} as const
