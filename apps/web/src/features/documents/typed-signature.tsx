import { handwritingFonts, inkColor, signaturePaperClass } from './signature-style.ts'

export function TypedSignature({ name }: { readonly name: string }) {
  const text = name.trim()
  // The widest handwriting needs two thirds of its size for a letter.
  const fontSize = `min(2.5rem, ${Math.floor(160 / Math.max(1, text.length))}cqw)`
  return (
    <div
      aria-hidden
      className={`${signaturePaperClass} @container flex items-center justify-center overflow-hidden px-6`}
    >
      <span className="whitespace-nowrap italic" style={{ fontFamily: handwritingFonts, color: inkColor, fontSize }}>
        {text}
      </span>
    </div>
  )
}
