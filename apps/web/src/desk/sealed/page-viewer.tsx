import { useQueries } from '@tanstack/react-query'
import RotateCw from 'lucide-react/icons/rotate-cw'
import ZoomIn from 'lucide-react/icons/zoom-in'
import ZoomOut from 'lucide-react/icons/zoom-out'
import { useEffect, useRef, useState } from 'react'

import { toErrorText } from '../../platform/api/error-text.ts'
import { useTranslate } from '../../platform/i18n/i18n.ts'
import { Button } from '../../ui/buttons/button.tsx'
import { IconButton } from '../../ui/buttons/icon-button.tsx'
import { Banner } from '../../ui/feedback/banner.tsx'
import { Skeleton } from '../../ui/feedback/skeleton.tsx'
import { cx } from '../../ui/styles/cx.ts'
import { useKeys } from '../use-keys.ts'
import { type SealedFileKind, sealedPagesQuery } from './read-sealed.ts'

const zooms = [1, 1.5, 2, 3, 4]

/**
 * Pages of sealed files, one at a time, which can be rotated and enlarged.
 * @param name of what they show, for screen readers
 */
export function PageViewer(props: {
  readonly kind: SealedFileKind
  readonly files: readonly string[]
  readonly name: string
}) {
  const t = useTranslate()
  const queries = useQueries({ queries: props.files.map((id) => sealedPagesQuery(props.kind, id)) })
  const [page, setPage] = useState(0)
  const [turns, setTurns] = useState(0)
  const [zoom, setZoom] = useState(0)
  const rotate = () => setTurns((turns + 1) % 4)
  const zoomBy = (step: 1 | -1) => setZoom(Math.min(Math.max(zoom + step, 0), zooms.length - 1))
  const [zoomIn, zoomOut] = [t('desk_support.zoom_in'), t('desk_support.zoom_out')]
  useKeys([
    { key: 't', text: t('desk_support.rotate'), run: rotate },
    { key: '+', text: zoomIn, run: () => zoomBy(1) },
    { key: '=', text: zoomIn, run: () => zoomBy(1) },
    { key: '-', text: zoomOut, run: () => zoomBy(-1) },
  ])
  const failed = queries.find(({ isError }) => isError)
  if (failed !== undefined)
    return (
      <Banner tone="danger" isUrgent action={<Button onPress={() => void failed.refetch()}>{t('shell.retry')}</Button>}>
        {toErrorText(failed.error)}
      </Banner>
    )
  const blobs = queries.flatMap(({ data = [] }) => data)
  const blob = blobs[page]
  return (
    <div className="flex flex-col gap-3">
      <div
        className={cx(
          'grid h-[min(70dvh,44rem)] max-md:h-[40dvh] overflow-auto rounded-card border border-line bg-raised',
          zoom === 0 && 'place-items-center',
        )}
      >
        {blob === undefined || queries.some(({ isPending }) => isPending) ? (
          <Skeleton className="size-full" />
        ) : (
          <RotatedPicture
            blob={blob}
            turns={turns}
            zoom={zooms[zoom] ?? 1}
            name={t('desk_support.picture', { name: props.name, page: page + 1, count: blobs.length })}
          />
        )}
      </div>
      <div className="flex flex-wrap items-center gap-1">
        {blobs.length > 1 && (
          <div role="group" aria-label={t('desk_support.pages')} className="flex gap-1">
            {blobs.map((_blob, index) => (
              <Button
                key={index}
                size="sm"
                tone={index === page ? 'primary' : 'quiet'}
                aria-pressed={index === page}
                onPress={() => setPage(index)}
              >
                {index + 1}
              </Button>
            ))}
          </div>
        )}
        <span className="flex-1" />
        <IconButton label={zoomOut} disabled={zoom === 0} onClick={() => zoomBy(-1)}>
          <ZoomOut size={18} aria-hidden />
        </IconButton>
        <IconButton label={zoomIn} disabled={zoom === zooms.length - 1} onClick={() => zoomBy(1)}>
          <ZoomIn size={18} aria-hidden />
        </IconButton>
        <IconButton label={t('desk_support.rotate')} onClick={rotate}>
          <RotateCw size={18} aria-hidden />
        </IconButton>
      </div>
    </div>
  )
}

/**
 * A page of a file. It is drawn on a canvas, so that a turned page takes the right room.
 * @param props.turns quarter turns, clockwise
 */
function RotatedPicture(props: {
  readonly blob: Blob
  readonly turns: number
  readonly zoom: number
  readonly name: string
}) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const { blob, turns, zoom } = props
  useEffect(() => {
    let isOver = false
    void createImageBitmap(blob).then((picture) => {
      const target = canvas.current
      const context = target?.getContext('2d')
      if (isOver || !target || !context) return
      const isOnSide = turns % 2 === 1
      target.width = isOnSide ? picture.height : picture.width
      target.height = isOnSide ? picture.width : picture.height
      context.translate(target.width / 2, target.height / 2)
      context.rotate((turns * Math.PI) / 2)
      context.drawImage(picture, -picture.width / 2, -picture.height / 2)
    })
    return () => {
      isOver = true
    }
  }, [blob, turns])
  return (
    <canvas
      ref={canvas}
      role="img"
      aria-label={props.name}
      className={zoom === 1 ? 'max-h-full max-w-full' : 'max-w-none'}
      style={zoom === 1 ? undefined : { width: `${zoom * 100}%` }}
    />
  )
}
