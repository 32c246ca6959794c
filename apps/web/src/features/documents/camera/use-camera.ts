import { type RefObject, useEffect, useState } from 'react'

/** `blocked`: the trader or the browser refuses it. `busy`: another program has it, or it was unplugged. */
export type CameraFault = 'blocked' | 'missing' | 'busy'
export type CameraState = 'starting' | 'live' | CameraFault

/** These ask for the back camera of a phone. The server keeps 2400 pixels of a page. */
const constraints: MediaStreamConstraints = {
  audio: false,
  video: { facingMode: 'environment', width: { ideal: 2560 }, height: { ideal: 1440 } },
}

/** Shows the camera in a video. It runs only while the component is mounted and the page is visible. */
export function useCamera(video: RefObject<HTMLVideoElement | null>) {
  const [state, setState] = useState<CameraState>('starting')
  const [attempt, setAttempt] = useState(0)
  useEffect(() => {
    const element = video.current
    if (element === null) return
    let close = openCamera(element, setState)
    const stop = (): void => close()
    const followPage = (): void => {
      close()
      if (document.hidden) return
      setState('starting')
      close = openCamera(element, setState)
    }
    document.addEventListener('visibilitychange', followPage)
    window.addEventListener('pagehide', stop)
    return () => {
      document.removeEventListener('visibilitychange', followPage)
      window.removeEventListener('pagehide', stop)
      close()
    }
  }, [video, attempt])
  const openAgain = (): void => {
    setState('starting')
    setAttempt(attempt + 1)
  }
  return { state, openAgain }
}

/** Opens the camera. Returns a function that ends it, also if the trader permits it later. */
function openCamera(video: HTMLVideoElement, report: (state: CameraState) => void): () => void {
  let isClosed = false
  let stream: MediaStream | null = null
  const close = (): void => {
    isClosed = true
    for (const track of stream?.getTracks() ?? []) track.stop()
    video.srcObject = null
  }
  const show = async (): Promise<void> => {
    stream = await navigator.mediaDevices.getUserMedia(constraints)
    if (isClosed) return close()
    for (const track of stream.getTracks()) track.addEventListener('ended', () => report('busy'))
    video.srcObject = stream
    await video.play()
    report('live')
  }
  void show().catch((error: unknown) => {
    if (isClosed) return
    close()
    report(toCameraFault(error))
  })
  return close
}

function toCameraFault(error: unknown): CameraFault {
  const name = error instanceof Error ? error.name : ''
  if (name === 'NotAllowedError' || name === 'SecurityError') return 'blocked'
  return name === 'NotFoundError' || name === 'OverconstrainedError' ? 'missing' : 'busy'
}
