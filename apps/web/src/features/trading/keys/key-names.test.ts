import { expect, test } from 'vitest'

import { defaultKeys, findKeyProblem, formatKey, keyActions, readKeyName } from './key-names.ts'

const press = (key: string, code: string, held: readonly ('alt' | 'ctrl' | 'meta' | 'shift')[] = []) => ({
  key,
  code,
  altKey: held.includes('alt'),
  ctrlKey: held.includes('ctrl'),
  metaKey: held.includes('meta'),
  shiftKey: held.includes('shift'),
})

test.each([
  ['an arrow with Shift', press('ArrowUp', 'ArrowUp', ['shift']), 'Shift+ArrowUp'],
  ['a letter', press('b', 'KeyB'), 'B'],
  ['a letter with Shift', press('B', 'KeyB', ['shift']), 'Shift+B'],
  ['a letter of a Russian keyboard', press('и', 'KeyB'), 'B'],
  ['a letter of another Latin keyboard', press('a', 'KeyQ'), 'A'],
  ['a letter with Alt, which types another character', press('∫', 'KeyB', ['alt']), 'Alt+B'],
  ['a character that needs Shift', press('?', 'Slash', ['shift']), '?'],
  ['the same character of a Russian keyboard', press('?', 'Digit7', ['shift']), '?'],
  ['a plus', press('+', 'Equal', ['shift']), '+'],
  ['the space bar', press(' ', 'Space', ['shift']), 'Shift+Space'],
  [
    'several modifiers',
    press('ArrowDown', 'ArrowDown', ['shift', 'alt', 'ctrl', 'meta']),
    'Control+Alt+Shift+Meta+ArrowDown',
  ],
  ['a modifier alone', press('Shift', 'ShiftLeft', ['shift']), null],
])('reads %s', (_name, event, expected) => {
  expect(readKeyName(event)).toBe(expected)
})

test.each([
  ['Shift+ArrowUp', 'Shift ↑'],
  ['Alt+B', 'Alt B'],
  ['Control+K', 'Ctrl K'],
  ['+', '+'],
  ['Alt++', 'Alt +'],
])('shows %s as %s', (name, shown) => {
  expect(formatKey(name)).toBe(shown)
})

test('each default key can be chosen again, and no other action can have it', () => {
  for (const action of keyActions) {
    expect(findKeyProblem(defaultKeys, action, defaultKeys[action])).toBeNull()
    const other = action === 'keys' ? 'buy_up' : 'keys'
    expect(findKeyProblem(defaultKeys, other, defaultKeys[action])).toBe(action)
  }
})

test.each([
  'Tab',
  'Shift+Tab',
  'Enter',
  'Space',
  'Escape',
  'F5',
  'Shift+F10',
  'ArrowUp',
  'Alt+ArrowLeft',
  'Control+B',
  'Meta+B',
  'Delete',
  'Dead',
])('%s is a key of the browser or of the page', (name) => {
  expect(findKeyProblem(defaultKeys, 'buy_up', name)).toBe('reserved')
})

test.each(['B', 'Alt+B', 'Shift+B', '+', 'Alt+ArrowUp', 'Shift+ArrowLeft'])('%s can be chosen', (name) => {
  expect(findKeyProblem({ ...defaultKeys, stake_less: '-', expiry_longer: ']' }, 'buy_up', name)).toBeNull()
})
