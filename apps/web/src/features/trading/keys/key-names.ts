/** Actions of keys on the trading screen. */
export const keyActions = [
  'buy_up',
  'buy_down',
  'stake_more',
  'stake_less',
  'expiry_longer',
  'expiry_shorter',
  'ticket_kind',
  'symbol_next',
  'symbol_previous',
  'watch_list',
  'keys',
] as const
export type KeyAction = (typeof keyActions)[number]

/** Keys by action, as `aria-keyshortcuts` writes them, e.g. `Shift+ArrowUp`. */
export type KeyMap = Readonly<Record<KeyAction, string>>

export const defaultKeys: KeyMap = {
  buy_up: 'Shift+ArrowUp',
  buy_down: 'Shift+ArrowDown',
  stake_more: 'Shift+ArrowRight',
  stake_less: 'Shift+ArrowLeft',
  expiry_longer: 'Alt+ArrowUp',
  expiry_shorter: 'Alt+ArrowDown',
  ticket_kind: 'Shift+L',
  symbol_next: 'Shift+N',
  symbol_previous: 'Shift+P',
  watch_list: 'Shift+W',
  keys: '?',
}

type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'altKey' | 'ctrlKey' | 'metaKey' | 'shiftKey'>

const modifiers = new Set(['Alt', 'AltGraph', 'CapsLock', 'Control', 'Meta', 'Shift'])

/**
 * Names the pressed key, or returns null for a modifier alone. Letters have the name of their Latin key, whatever the layout of the
 * keyboard.
 */
export function readKeyName(press: KeyPress): string | null {
  if (modifiers.has(press.key)) return null
  const { name, hasShift } = readKey(press)
  const parts = [
    press.ctrlKey && 'Control',
    press.altKey && 'Alt',
    press.shiftKey && hasShift && 'Shift',
    press.metaKey && 'Meta',
    name,
  ]
  return parts.filter((part) => part !== false).join('+')
}

/** Reads a key. `hasShift` is false if the character already shows it, e.g. `?`. */
function readKey({ key, code, altKey }: KeyPress): { readonly name: string; readonly hasShift: boolean } {
  if (key === ' ') return { name: 'Space', hasShift: true }
  if (/^[a-z]$/i.test(key)) return { name: key.toUpperCase(), hasShift: true }
  const [, latin] = /^(?:Key|Digit)([A-Z\d])$/.exec(code) ?? []
  // With Alt, some keyboards type other characters.
  if (latin !== undefined && (altKey || /^\p{L}$/u.test(key))) return { name: latin, hasShift: true }
  return { name: key, hasShift: key.length > 1 }
}

const symbols: Readonly<Record<string, string>> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  ArrowLeft: '←',
  ArrowRight: '→',
  Control: 'Ctrl',
}

/** Writes a key, e.g. `Shift ↑`. */
export function formatKey(name: string): string {
  return name
    .split(/\+(?=.)/)
    .map((part) => symbols[part] ?? part)
    .join(' ')
}

/** Keys that belong to the browser, to screen readers, and to buttons, lists and scrolling. */
const reserved =
  /Control\+|Meta\+|(?:^|\+)(?:Tab|Enter|Space|Escape|Backspace|Delete|Insert|Home|End|PageUp|PageDown|F\d+|Dead|Process|Unidentified)$|^Arrow|^Alt\+Arrow(?:Left|Right)$/

/** Returns why an action cannot have a key: it is `reserved`, or another action has it. Null: it can. */
export function findKeyProblem(keys: KeyMap, action: KeyAction, name: string): 'reserved' | KeyAction | null {
  if (reserved.test(name)) return 'reserved'
  return keyActions.find((each) => each !== action && keys[each] === name) ?? null
}
