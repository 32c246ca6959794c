import { expect, test } from 'vitest'

import { createUploadSlots } from './upload-slots.ts'

const ignoreCut = () => undefined

test('a trader has three uploads at a time, whatever others do', () => {
  const slots = createUploadSlots()
  const [first] = [1, 2, 3].map(() => slots.enter(1, ignoreCut))
  expect(() => slots.enter(1, ignoreCut)).toThrow('errors.too_many')
  slots.enter(2, ignoreCut)
  first?.leave()
  slots.enter(1, ignoreCut)
  expect(() => slots.enter(1, ignoreCut)).toThrow('errors.too_many')
})

test('a server has a hundred uploads at a time', () => {
  const slots = createUploadSlots()
  for (let trader = 0; trader < 100; trader += 1) slots.enter(trader, ignoreCut)
  expect(() => slots.enter(100, ignoreCut)).toThrow('errors.too_many')
})

test('while memory is short, the trader with the most bytes loses the largest upload that is being received', () => {
  const slots = createUploadSlots(100)
  const cut: string[] = []
  const enter = (trader: number, name: string, bytes: number) => {
    const slot = slots.enter(trader, () => cut.push(name))
    slot.addBytes(bytes)
    return slot
  }
  const large = enter(1, 'large', 40)
  enter(1, 'small', 20)
  enter(2, 'other', 35)
  expect(cut).toEqual([])
  const mine = enter(3, 'mine', 6)
  expect(cut).toEqual(['large'])
  large.leave()
  mine.endReceiving()
  mine.addBytes(90)
  expect(cut).toEqual(['large', 'other', 'small'])
})
