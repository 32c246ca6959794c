import { expect, test } from 'vitest'

import { listPageNames, parsePageName } from './file-name.ts'

test('each page of a document has a name from which the page is found', () => {
  const id = '01234567-89ab-cdef-0123-456789abcdef'
  const names = listPageNames({ id, kind: 'passport', pages: 10 })
  expect(names.slice(0, 2)).toEqual([
    'passport-0123456789abcdef0123456789abcdef.jpg',
    'passport-0123456789abcdef0123456789abcdef-2.jpg',
  ])
  expect(names.map(parsePageName)).toEqual(names.map((_, index) => ({ id, page: index + 1 })))
  expect(listPageNames({ id, kind: 'sign', pages: 1 })).toEqual(['sign-0123456789abcdef0123456789abcdef.png'])
})
