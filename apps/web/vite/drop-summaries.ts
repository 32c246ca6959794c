import type { Plugin } from 'vite'

const summary = /\bsummary:\s*(?:'(?:[^'\\\n]|\\.)*'|"(?:[^"\\\n]|\\.)*"|`[^`]*`),?/g

/** Leaves out what calls say about themselves: only the server's documentation of the API needs it. */
export function dropSummaries(): Plugin {
  return {
    name: 'drop-summaries',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /[\\/]packages[\\/](?:contract|processors)[\\/]/ },
      handler: (code) => ({ code: code.replaceAll(summary, ''), map: null }),
    },
  }
}
