import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Pause from 'lucide-react/icons/pause'
import Play from 'lucide-react/icons/play'
import { useRef, type PointerEvent, type ReactNode } from 'react'

import { cx } from '../styles/cx.ts'
import { IconButton } from '../buttons/icon-button.tsx'
import { useRotation } from '../hooks/use-rotation.ts'

export type CarouselSlide = { readonly id: string; readonly title: string; readonly content: ReactNode }

export type CarouselLabels = {
  readonly label: string
  readonly role: string
  readonly slideRole: string
  readonly previous: string
  readonly next: string
  readonly pause: string
  readonly play: string
  /** Returns e.g. "1 of 4: Title". */
  readonly position: (number: number, title: string) => string
}

const swipePx = 40

/** A carousel. All slides share a grid cell, so the height does not change. */
export function Carousel(props: {
  readonly slides: readonly CarouselSlide[]
  readonly words: CarouselLabels
  readonly intervalMs: number
}) {
  const { slides, words } = props
  const rotation = useRotation(slides.length, props.intervalMs)
  const swipe = useSwipe((step) => rotation.goTo(rotation.index + step))
  return (
    <section
      aria-roledescription={words.role}
      aria-label={words.label}
      {...rotation.pauseProps}
      {...swipe}
      className="flex touch-pan-y flex-col overflow-hidden rounded-card border border-line bg-surface"
    >
      <div className="grid" aria-live={rotation.isPlaying ? 'off' : 'polite'}>
        {slides.map(({ id, title, content }, index) => (
          <div
            key={id}
            role="group"
            aria-roledescription={words.slideRole}
            aria-label={words.position(index + 1, title)}
            inert={index !== rotation.index}
            className={cx(
              'col-start-1 row-start-1 flex flex-col transition-opacity duration-200',
              index === rotation.index ? 'opacity-100' : 'invisible opacity-0',
            )}
          >
            {content}
          </div>
        ))}
      </div>
      <div className="flex items-center justify-between gap-2 border-t border-line py-1.5 ps-3 pe-2">
        <div className="flex">
          {slides.map(({ id, title }, index) => (
            <button
              key={id}
              type="button"
              aria-label={words.position(index + 1, title)}
              aria-current={index === rotation.index}
              onClick={() => rotation.goTo(index)}
              className="group flex h-9 cursor-pointer items-center rounded-full px-1.5 pointer-coarse:h-11 pointer-coarse:px-2.5"
            >
              <span className="block h-1 w-5 rounded-full bg-edge transition-colors group-hover:bg-muted group-aria-current:bg-accent-ink" />
            </button>
          ))}
        </div>
        <div className="flex">
          <IconButton label={words.previous} onClick={() => rotation.goTo(rotation.index - 1)}>
            <ChevronLeft size={18} className="rtl:-scale-x-100" aria-hidden />
          </IconButton>
          <IconButton label={rotation.isPlaying ? words.pause : words.play} {...rotation.toggleProps}>
            {rotation.isPlaying ? <Pause size={16} aria-hidden /> : <Play size={16} aria-hidden />}
          </IconButton>
          <IconButton label={words.next} onClick={() => rotation.goTo(rotation.index + 1)}>
            <ChevronRight size={18} className="rtl:-scale-x-100" aria-hidden />
          </IconButton>
        </div>
      </div>
    </section>
  )
}

/** Listens to swipes, which follow the writing direction. */
function useSwipe(onSwipe: (step: 1 | -1) => void) {
  const from = useRef<number | null>(null)
  return {
    onPointerDown: (event: PointerEvent) => {
      from.current = event.pointerType === 'mouse' ? null : event.clientX
    },
    onPointerUp: (event: PointerEvent) => {
      const moved = from.current === null ? 0 : event.clientX - from.current
      from.current = null
      if (Math.abs(moved) < swipePx) return
      const isRtl = getComputedStyle(event.currentTarget).direction === 'rtl'
      onSwipe(moved < 0 === !isRtl ? 1 : -1)
    },
  }
}
