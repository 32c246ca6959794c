/** Drawings, indicators and saved layouts of charts. */
export const charts = {
  'charts.tools': 'Drawing tools',
  'charts.drawings': 'Drawings on the chart',
  'charts.kind_line': 'Trend line',
  'charts.kind_level': 'Level',
  'charts.kind_rectangle': 'Rectangle',
  'charts.kind_fibonacci': 'Fibonacci retracement',
  'charts.named_level': '{name} at {price}',
  'charts.named_points': '{name} from {price}, {time}, to {price2}, {time2}',
  'charts.undo': 'Undo',
  'charts.redo': 'Redo',
  'charts.delete': 'Delete drawing',
  'charts.move_help':
    'Arrow keys move the drawing. Enter chooses its first point, its second point or all of it. Delete removes it.',
  'charts.placing': 'Place: {kind}',
  'charts.place_help': 'Arrow keys move the crosshair. Enter places a point. Escape cancels.',
  'charts.hint_level': 'Choose the price.',
  'charts.hint_first': 'Choose the first point.',
  'charts.hint_second': 'Choose the second point.',
  'charts.drawings_full': 'You have {max} drawings on this symbol, which is the limit. Delete one first.',
  'charts.layouts_full': 'You have {max} saved layouts, which is the limit. Delete one first.',
  'charts.layout_name_taken': 'You already have a layout with this name.',
} as const
