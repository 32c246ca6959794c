import { expect, test } from 'vitest'

import { groupPosts, type Post } from './group-posts.ts'

const noon = new Date(2026, 10, 22, 12).getTime()
const minuteMs = 60_000

function post(id: string, minutes: number, more: Partial<Post> = {}): Post {
  const at = noon + minutes * minuteMs
  return {
    id,
    from: 'trader',
    name: 'Ada',
    content: id,
    at,
    by_mail: false,
    attachments: [],
    refused_files: 0,
    ...more,
  }
}
const describeGroups = (posts: readonly Post[]) =>
  groupPosts(posts).map((group) => `${group.startsDay ? '|' : ''}${group.posts.map(({ id }) => id).join('')}`)

test('posts of one side within five minutes of the first one are a group', () => {
  expect(describeGroups([post('a', 0), post('b', 3), post('c', 5), post('d', 5.01), post('e', 10)])).toEqual([
    '|abc',
    'de',
  ])
})

test('a post of the other side and one by mail start a group', () => {
  const support = { from: 'support' } as const
  expect(
    describeGroups([post('a', 0), post('b', 1, support), post('c', 2), post('d', 3, { by_mail: true }), post('e', 4)]),
  ).toEqual(['|a', 'b', 'c', 'd', 'e'])
})

test('each day starts a group, even within five minutes', () => {
  const midnight = 12 * 60
  expect(describeGroups([post('a', midnight - 1), post('b', midnight), post('c', midnight + 1)])).toEqual(['|a', '|bc'])
})
