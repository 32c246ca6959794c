const points = [
  0.42, 0.4, 0.46, 0.44, 0.5, 0.47, 0.41, 0.36, 0.39, 0.34, 0.38, 0.45, 0.43, 0.49, 0.55, 0.52, 0.58, 0.54, 0.5, 0.56,
  0.62, 0.6, 0.57, 0.63, 0.7, 0.67, 0.72, 0.69, 0.75, 0.73, 0.78,
]
const width = 600
const height = 280

export function DecorativeChart() {
  const step = (width * 0.8) / (points.length - 1)
  const at = (index: number): [number, number] => [index * step, height * (1 - (points[index] ?? 0))]
  const line = points
    .map((_point, index) =>
      at(index)
        .map((value) => value.toFixed(1))
        .join(','),
    )
    .join(' L')
  const [endX, endY] = at(points.length - 1)
  const strike = height * 0.45
  return (
    <svg
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      className="absolute inset-x-0 top-0 h-3/5 w-full [mask-image:linear-gradient(to_bottom,black_70%,transparent)]"
    >
      <defs>
        <linearGradient id="price-fade" x1="0" x2="0" y1="0" y2="1">
          <stop offset="0" stopColor="var(--accent)" stopOpacity="0.22" />
          <stop offset="1" stopColor="var(--accent)" stopOpacity="0" />
        </linearGradient>
      </defs>
      {[0.2, 0.4, 0.6, 0.8].map((share) => (
        <g key={share} className="stroke-line" strokeWidth="1">
          <line
            x1="0"
            x2={width}
            y1={height * share}
            y2={height * share}
            strokeDasharray="1 5"
            vectorEffect="non-scaling-stroke"
          />
          <line
            x1={width * share}
            x2={width * share}
            y1="0"
            y2={height}
            strokeDasharray="1 5"
            vectorEffect="non-scaling-stroke"
          />
        </g>
      ))}
      <line
        x1="0"
        x2={width}
        y1={strike}
        y2={strike}
        className="stroke-up"
        strokeWidth="1"
        strokeDasharray="6 5"
        vectorEffect="non-scaling-stroke"
      />
      <path d={`M0,${height} L${line} L${endX},${height} Z`} fill="url(#price-fade)" />
      <path
        d={`M${line}`}
        fill="none"
        className="stroke-accent-ink"
        strokeWidth="2"
        strokeLinejoin="round"
        vectorEffect="non-scaling-stroke"
      />
      <line
        x1={endX}
        x2={endX}
        y1="0"
        y2={height}
        className="stroke-edge"
        strokeWidth="1"
        vectorEffect="non-scaling-stroke"
      />
      {/* A line of zero length with a round cap stays round when the drawing is stretched. */}
      <path
        d={`M${endX},${endY} h0`}
        className="stroke-accent-ink"
        strokeWidth="20"
        strokeLinecap="round"
        opacity="0.2"
        vectorEffect="non-scaling-stroke"
      />
      <path
        d={`M${endX},${endY} h0`}
        className="stroke-accent-ink"
        strokeWidth="8"
        strokeLinecap="round"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  )
}
