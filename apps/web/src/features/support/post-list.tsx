import type { TicketView } from '@tradefront/contract/support'
import FileText from 'lucide-react/icons/file-text'
import { useEffect, useRef, useState } from 'react'

import { serverNow } from '../../platform/clock.ts'
import { useFormat } from '../../platform/i18n/format.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { cx } from '../../ui/styles/cx.ts'
import { buildFileUrl } from './api.ts'

type Post = TicketView['posts'][number]
type PostFile = Post['attachments'][number]

/** The conversation, oldest first. New posts are announced. */
export function PostList({ posts }: { readonly posts: readonly Post[] }) {
  const t = useTranslate()
  const last = useRef<HTMLLIElement>(null)
  const [firstCount] = useState(posts.length)
  useEffect(() => {
    if (posts.length > firstCount) last.current?.scrollIntoView({ block: 'nearest' })
  }, [posts.length, firstCount])
  return (
    <div role="log" aria-label={t('support.messages')}>
      <ol className="flex flex-col gap-4">
        {posts.map((post, index) => (
          <li
            key={post.id}
            ref={index === posts.length - 1 ? last : undefined}
            className={cx('flex flex-col', post.from === 'trader' ? 'items-end' : 'items-start')}
          >
            <PostBubble post={post} />
          </li>
        ))}
      </ol>
    </div>
  )
}

function PostBubble({ post }: { readonly post: Post }) {
  const t = useTranslate()
  const format = useFormat()
  const isOwn = post.from === 'trader'
  return (
    <article
      className={cx(
        'flex max-w-[min(100%,36rem)] min-w-0 flex-col gap-2 rounded-card px-4 py-3',
        isOwn ? 'rounded-ee-sm bg-accent-soft' : 'rounded-es-sm border border-line bg-surface',
      )}
    >
      <p className="flex flex-wrap items-baseline gap-x-2 text-13 text-muted">
        <span className="font-medium text-ink">{t(isOwn ? 'support.you' : 'support.team')}</span>
        <time dateTime={new Date(post.at).toISOString()} className="tabular-nums">
          {format.recentTime(post.at, serverNow())}
        </time>
        {post.by_mail && <span>{t('support.by_mail')}</span>}
      </p>
      {post.content !== '' && (
        <p dir="auto" className="wrap-anywhere whitespace-pre-wrap">
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

/** Opening the picture shows why it failed. */
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
