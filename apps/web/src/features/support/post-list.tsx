import FileText from 'lucide-react/icons/file-text'
import { useState } from 'react'

import { serverNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { cx } from '../../ui/styles/cx.ts'
import { buildFileUrl } from './api.ts'
import { conversationBodyClass } from './conversation-frame.tsx'
import { groupPosts, type Post, type PostGroup } from './group-posts.ts'

type PostFile = Post['attachments'][number]

/** Posts, oldest first. New ones are announced. */
export function PostList({ posts }: { readonly posts: readonly Post[] }) {
  const t = useTranslate()
  return (
    <div role="log" aria-label={t('support.messages')} className={conversationBodyClass}>
      <ol className="flex flex-col gap-4">
        {groupPosts(posts).map((group) => (
          <PostGroupItem key={group.first.id} group={group} />
        ))}
      </ol>
    </div>
  )
}

function PostGroupItem({ group: { first, posts, startsDay } }: { readonly group: PostGroup }) {
  const t = useTranslate()
  const format = useFormat()
  const isOwn = first.from === 'trader'
  return (
    <li className="flex flex-col gap-4">
      {startsDay && (
        <p className="flex items-center gap-3 text-13 text-muted before:h-px before:flex-1 before:bg-line after:h-px after:flex-1 after:bg-line">
          <span className="first-letter:uppercase">{format.dayName(first.at, serverNow())}</span>
        </p>
      )}
      <div className={cx('flex flex-col gap-1', isOwn ? 'items-end' : 'items-start')}>
        <p className="flex flex-wrap items-baseline gap-x-2 px-1 text-13 text-muted">
          <span className="font-medium text-ink">{t(isOwn ? 'support.you' : 'support.team')}</span>
          <time dateTime={new Date(first.at).toISOString()} className="tabular-nums">
            {format.time(first.at)}
          </time>
          {first.by_mail && <span>{t('support.by_mail')}</span>}
        </p>
        {posts.map((post) => (
          <PostBubble key={post.id} post={post} />
        ))}
      </div>
    </li>
  )
}

function PostBubble({ post }: { readonly post: Post }) {
  const t = useTranslate()
  return (
    <article
      className={cx(
        'flex max-w-[min(88%,36rem)] min-w-0 flex-col gap-2 rounded-card px-4 py-2.5',
        post.from === 'trader' ? 'rounded-ee-[3px] bg-accent-soft' : 'rounded-es-[3px] border border-line bg-surface',
      )}
    >
      {post.content !== '' && (
        <p dir="auto" className="wrap-anywhere whitespace-break-spaces">
          {post.content}
        </p>
      )}
      {post.attachments.length > 0 && (
        <ul className="flex flex-wrap gap-2">
          {post.attachments.flatMap((file) =>
            Array.from({ length: file.pages }, (_, index) => (
              <li key={`${file.id}-${index}`}>
                <FilePicture file={file} page={index + 1} />
              </li>
            )),
          )}
        </ul>
      )}
      {post.refused_files > 0 && (
        <p className="text-13 text-muted">{t('support.refused_files', { count: post.refused_files })}</p>
      )}
    </article>
  )
}

/** Picture of a page. If it fails to load, opening it shows why. */
function FilePicture({ file, page }: { readonly file: PostFile; readonly page: number }) {
  const t = useTranslate()
  const [hasPicture, setHasPicture] = useState(true)
  const title = file.name ?? t('support.file')
  const name = file.pages > 1 ? t('support.file_page', { name: title, page, count: file.pages }) : title
  const url = buildFileUrl(file, page)
  return (
    <a
      href={url}
      target="_blank"
      rel="noreferrer"
      title={name}
      aria-label={t('support.file_open', { name })}
      className="flex size-20 items-center justify-center overflow-hidden rounded-field border border-line bg-raised hover:border-edge"
    >
      {hasPicture ? (
        <img src={url} alt="" loading="lazy" onError={() => setHasPicture(false)} className="size-full object-cover" />
      ) : (
        <FileText size={24} className="text-muted" aria-hidden />
      )}
    </a>
  )
}
