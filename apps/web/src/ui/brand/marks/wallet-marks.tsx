import type { ReactNode } from 'react'

/** Our own simple drawings, on 24 by 24: an initial on the colour of the wallet. */
export const walletMarks = {
  skrill: drawInitial('#7d1f68', 'M15.5 8.5c-1.5-1.5-6.5-1.8-6.5 1 0 3.2 6.5 1.8 6.5 5 0 2.8-5 2.5-6.8 1'),
  neteller: drawInitial('#5f9b1e', 'M8 17V7l8 10V7'),
  paypal: drawInitial('#1c3f94', 'm8.5 17 2-10h3.7c4 0 3.2 6-1 6H9.7'),
  qiwi: drawInitial('#e97d12', 'M12 6.5a5.3 5.3 0 1 1 0 10.6 5.3 5.3 0 0 1 0-10.6m2 7.5 3 3.2'),
  webmoney: drawInitial('#1d6fb4', 'm6.5 8 2.5 8.5 3-7 3 7L17.5 8'),
  perfect: drawInitial('#c22a2a', 'M9 17V7h4a3 3 0 0 1 0 6H9'),
  yandex: drawInitial('#d93a25', 'm8 7 4 5.5L16 7m-4 5.5V17'),
  okpay: drawInitial('#1f7a8c', 'M8 7v10m7.5-10L8 12.5l7.5 4.5'),
  unionpay: (
    <g transform="translate(4 0) skewX(-10)">
      <rect x="1.5" y="4" width="8" height="16" rx="2" fill="#d8262f" />
      <rect x="8" y="4" width="8" height="16" rx="2" fill="#1c4f8f" />
      <rect x="14.5" y="4" width="8" height="16" rx="2" fill="#0f7d76" />
    </g>
  ),
} as const satisfies Record<string, ReactNode>

function drawInitial(colour: string, path: string): ReactNode {
  return (
    <>
      <rect x="1" y="1" width="22" height="22" rx="6" fill={colour} />
      <path d={path} fill="none" stroke="#fff" strokeWidth="2.2" strokeLinecap="round" strokeLinejoin="round" />
    </>
  )
}
