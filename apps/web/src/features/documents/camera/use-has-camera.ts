import { useEffect, useState } from 'react'

import { useMediaQuery } from '../../../ui/hooks/use-media-query.ts'

/** Whether our own camera view can be offered. Browsers give no page without HTTPS a camera. */
export function useHasCamera(): boolean {
  const isTouch = useMediaQuery('(any-pointer: coarse)')
  const [hasWebcam, setWebcam] = useState(false)
  const isAllowed = 'mediaDevices' in navigator
  useEffect(() => {
    if (!isAllowed) return
    navigator.mediaDevices
      .enumerateDevices()
      .then((devices) => setWebcam(devices.some(({ kind }) => kind === 'videoinput')))
      .catch(() => undefined)
  }, [isAllowed])
  return isAllowed && (isTouch || hasWebcam)
}
