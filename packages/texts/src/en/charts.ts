/** Drawings, indicators and saved layouts of charts. */
export const charts = {
  'charts.drawings_full': 'You have {max} drawings on this symbol, which is the limit. Delete one first.',
} as const
