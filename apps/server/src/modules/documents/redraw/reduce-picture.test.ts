import { randomBytes } from 'node:crypto'

import { maxFileBytes } from '@tradefront/rules/uploads/limits'
import fc from 'fast-check'
import sharp from 'sharp'
import { describe, expect, test } from 'vitest'

import { insertJpegComment, insertPngChunk } from '../../../../test/fixtures/documents/hostile-files.ts'
import { createPhoto, createPng } from '../../../../test/fixtures/documents/upload-files.ts'
import { drawPhoto } from './draw-picture.ts'
import { reduceJpeg } from './reduce-jpeg.ts'
import { reducePng } from './reduce-png.ts'

const havePixelsOf = async (a: Buffer | undefined, b: Buffer) =>
  (await sharp(a).raw().toBuffer()).equals(await sharp(b).raw().toBuffer())
const drawn = async (picture: ReturnType<typeof reducePng>): Promise<Buffer> => {
  const outcome = await drawPhoto(picture)
  return outcome.kind === 'drawn' && outcome.pages[0] ? outcome.pages[0] : expect.fail(outcome.kind)
}

describe('a PNG', () => {
  test('keeps its pixels and loses everything else', async () => {
    const palette = await sharp(await createPng(60, 40))
      .png({ palette: true })
      .toBuffer()
    for (const plain of [await createPng(60, 40), palette]) {
      const tagged = ['zTXt', 'iTXt', 'tEXt', 'eXIf', 'acTL', 'prIv', 'PRiv'].reduce(
        (png, type) => insertPngChunk(png, type, Buffer.from('secret\0\0of the trader')),
        plain,
      )
      const reduced = reducePng(Buffer.concat([tagged, Buffer.from('PK\x03\x04 secret')]))
      expect(reduced).toMatchObject({ width: 60, height: 40, decoderBytes: 0, orientation: 1 })
      expect(reduced?.bytes.includes('secret')).toBe(false)
      expect(await havePixelsOf(reduced?.bytes, plain)).toBe(true)
    }
  })

  test('needs memory for all its pixels if it is interlaced', async () => {
    const interlaced = await sharp(await createPng(60, 40))
      .png({ progressive: true })
      .toBuffer()
    expect(reducePng(interlaced)?.decoderBytes).toBe(60 * 40 * 4)
  })
})

describe('a JPEG', () => {
  test('keeps its pixels and loses everything else', async () => {
    const baseline = await createPhoto(60, 40)
    const progressive = await sharp(baseline).jpeg({ progressive: true }).toBuffer()
    for (const plain of [baseline, progressive]) {
      const tagged = await sharp(plain)
        .withExifMerge({ IFD0: { Artist: 'secret' } })
        .toBuffer()
      const sent = Buffer.concat([insertJpegComment(tagged, 'secret'), Buffer.from('PK\x03\x04 secret')])
      const reduced = reduceJpeg(sent)
      expect(reduced).toMatchObject({ width: 60, height: 40, orientation: 1 })
      expect(reduced?.bytes.toString('latin1')).not.toMatch(/secret|Exif|JFIF/)
      expect(await havePixelsOf(reduced?.bytes, tagged)).toBe(true)
    }
  })

  test('needs memory for its coefficients if it is progressive', async () => {
    const options = { progressive: true, quality: 90 }
    const photo = sharp(await createPhoto(60, 40))
    expect(
      reduceJpeg(
        await photo
          .clone()
          .jpeg({ ...options, chromaSubsampling: '4:4:4' })
          .toBuffer(),
      )?.decoderBytes,
    ).toBe(60 * 40 * 3 * 2)
    expect(
      reduceJpeg(
        await photo
          .clone()
          .jpeg({ ...options, chromaSubsampling: '4:2:0' })
          .toBuffer(),
      )?.decoderBytes,
    ).toBe(60 * 40 * 1.5 * 2)
    expect(reduceJpeg(await photo.clone().jpeg().toBuffer())?.decoderBytes).toBe(0)
  })

  test('with CMYK colours keeps them', async () => {
    const cmyk = await sharp(await createPhoto(60, 40))
      .toColourspace('cmyk')
      .jpeg({ quality: 95 })
      .toBuffer()
    const plain = await sharp(cmyk).toColourspace('srgb').png().toBuffer()
    const [before, after] = [await sharp(plain).stats(), await sharp(await drawn(reduceJpeg(cmyk))).stats()]
    for (const channel of [0, 1, 2])
      expect(after.channels[channel]?.mean).toBeCloseTo(before.channels[channel]?.mean ?? 0, -1.5)
  })

  test('with more than a hundred scans is refused', async () => {
    const progressive = await sharp(await createPhoto(60, 40))
      .jpeg({ progressive: true })
      .toBuffer()
    const scan = progressive.subarray(progressive.lastIndexOf(Buffer.from([0xff, 0xda])), -2)
    const withScans = (count: number) =>
      Buffer.concat([
        progressive.subarray(0, -2),
        ...Array.from({ length: count }, () => scan),
        progressive.subarray(-2),
      ])
    expect(reduceJpeg(withScans(10))).not.toBeNull()
    expect(reduceJpeg(withScans(100))).toBeNull()
  })

  test.each([1, 2, 3, 4, 5, 6, 7, 8])('held as EXIF orientation %i says is drawn upright', async (orientation) => {
    const held = await sharp(await createPhoto(60, 40))
      .withMetadata({ orientation })
      .jpeg({ quality: 100 })
      .toBuffer()
    const [before, after] = await Promise.all(
      [sharp(held).autoOrient(), sharp(await drawn(reduceJpeg(held)))].map((image) =>
        image.raw().toBuffer({ resolveWithObject: true }),
      ),
    )
    expect([after?.info.width, after?.info.height]).toEqual([before?.info.width, before?.info.height])
    const difference = after?.data.reduce(
      (most, value, at) => Math.max(most, Math.abs(value - (before?.data[at] ?? 0))),
      0,
    )
    expect(difference).toBeLessThan(60)
  })
})

test('a redrawn photo stays below the maximum file size, even if it is noise', async () => {
  const [width, height, channels] = [3500, 3500, 3] as const
  const noise = sharp(randomBytes(width * height * channels), { raw: { width, height, channels } })
  expect((await drawn(reduceJpeg(await noise.jpeg({ quality: 85 }).toBuffer()))).length).toBeLessThan(maxFileBytes)
})

test('damaged pictures are refused or become pictures, never an exception', async () => {
  const [png, jpeg] = [await createPng(30, 20), await createPhoto(30, 20)]
  fc.assert(
    fc.property(
      fc.constantFrom(png, jpeg),
      fc.array(fc.tuple(fc.nat(5000), fc.nat(255)), { maxLength: 6 }),
      fc.nat(5000),
      (file, changes, end) => {
        const bytes = Buffer.from(file)
        for (const [at, value] of changes) bytes[8 + (at % (bytes.length - 8))] = value
        const cut = bytes.subarray(0, 8 + (end % (bytes.length - 8)))
        for (const damaged of [bytes, cut]) {
          const reduced = file === png ? reducePng(damaged) : reduceJpeg(damaged)
          expect(reduced === null || reduced.bytes.length <= damaged.length).toBe(true)
        }
      },
    ),
    { numRuns: 2000 },
  )
})

test('reducing takes linear time: 10 MB of the smallest pieces are read in less than a second of CPU', () => {
  const chunk = Buffer.from('\0\0\0\0IDATsum!')
  const manyChunks = Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), Buffer.alloc(10_000_000, chunk)])
  const scan = [0xff, 0xda, 0, 2]
  const start = [0xff, 0xd8, 0xff, 0xc0, 0, 11, 8, 0, 9, 0, 9, 1, 1, 0x11, 0]
  const manyEscapes = Buffer.concat([
    Buffer.from([...start, ...scan]),
    Buffer.alloc(10_000_000, Buffer.from([0xff, 0])),
  ])
  const manyFills = Buffer.concat([Buffer.from(start), Buffer.alloc(10_000_000, 0xff)])
  const manyComments = Buffer.concat([Buffer.from(start), Buffer.alloc(10_000_000, Buffer.from([0xff, 0xfe, 0, 2]))])
  for (const run of [
    () => reducePng(manyChunks),
    () => reduceJpeg(manyEscapes),
    () => reduceJpeg(manyFills),
    () => reduceJpeg(manyComments),
  ]) {
    const before = process.cpuUsage()
    expect(run()).toBeNull()
    expect(process.cpuUsage(before).user / 1000).toBeLessThan(1000)
  }
})
