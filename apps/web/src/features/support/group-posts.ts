import type { TicketView } from '@tradefront/contract/support'

import { getDayStart } from '../../platform/local-day.ts'

export type Post = TicketView['posts'][number]

/** Posts that are shown under one name and time. */
export type PostGroup = {
  readonly first: Post
  readonly posts: readonly Post[]
  /** True if the day of the posts differs from that of the group before. */
  readonly startsDay: boolean
}

const groupMs = 5 * 60_000

/**
 * Groups the posts.
 * @param posts oldest first
 */
export function groupPosts(posts: readonly Post[]): PostGroup[] {
  const groups: PostGroup[] = []
  for (const post of posts) {
    const last = groups.at(-1)
    const startsDay = last === undefined || getDayStart(last.first.at) !== getDayStart(post.at)
    if (last !== undefined && !startsDay && isSameGroup(last.first, post))
      groups[groups.length - 1] = { ...last, posts: [...last.posts, post] }
    else groups.push({ first: post, posts: [post], startsDay })
  }
  return groups
}

function isSameGroup(first: Post, post: Post): boolean {
  return first.from === post.from && first.by_mail === post.by_mail && post.at - first.at <= groupMs
}
