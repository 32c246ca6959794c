import { useEffect, useEffectEvent } from 'react'

/** Calls `onFrame` with the ms since the frame before, as often as the screen is drawn. */
export function useFrames(onFrame: (frameMs: number) => void): void {
  const handleFrame = useEffectEvent(onFrame)
  useEffect(() => {
    let lastMs: number | null = null
    const draw = (nowMs: number): void => {
      handleFrame(nowMs - (lastMs ?? nowMs))
      lastMs = nowMs
      frame = requestAnimationFrame(draw)
    }
    let frame = requestAnimationFrame(draw)
    return () => cancelAnimationFrame(frame)
  }, [])
}
