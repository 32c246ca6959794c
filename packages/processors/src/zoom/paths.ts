/** Below ZOOM's address. Pages that take cards allow a script and calls only there. */
export const zoomPaths = {
  script: '/zoom/script.js',
  /** The session's key follows. */
  tokenize: '/zoom/tokenize/',
} as const
