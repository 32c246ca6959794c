import sharp from 'sharp'

import type { TestApp } from '../app/test-app.ts'
import type { TestClient, TestReply } from '../app/test-client.ts'

/** Can be malformed on purpose. */
export type Part = {
  readonly name: string
  readonly value: string | Buffer
  /** Makes the part a file. */
  readonly filename?: string
  readonly contentType?: string
}

const boundary = '----test-boundary-7f3a'
export const multipartType = `multipart/form-data; boundary=${boundary}`

/** @param isCut leaves out the end of the body */
export function multipartBody(parts: readonly Part[], isCut = false): Buffer {
  const written = parts.map(({ name, value, filename, contentType }) =>
    Buffer.concat([
      Buffer.from(
        `--${boundary}\r\ncontent-disposition: form-data; name="${name}"${filename === undefined ? '' : `; filename="${filename}"`}\r\n` +
          `${filename === undefined ? '' : `content-type: ${contentType ?? 'application/octet-stream'}\r\n`}\r\n`,
      ),
      Buffer.from(value),
      Buffer.from('\r\n'),
    ]),
  )
  return Buffer.concat([...written, Buffer.from(isCut ? '' : `--${boundary}--\r\n`)])
}

export function uploadParts(
  client: TestClient,
  path: string,
  parts: readonly Part[],
  isCut = false,
): Promise<TestReply> {
  const payload = multipartBody(parts, isCut)
  return client.send({ method: 'POST', url: path, payload, headers: { 'content-type': multipartType } })
}

export function uploadFile(
  client: TestClient,
  type: string,
  bytes: Buffer,
  options: { filename?: string; path?: string } = {},
): Promise<TestReply> {
  const { filename = 'scan.jpg', path = '/upload' } = options
  return uploadParts(client, path, [
    { name: 'type', value: type },
    { name: 'file', value: bytes, filename, contentType: 'image/jpeg' },
  ])
}

export function uploadSignature(client: TestClient, png: Buffer): Promise<TestReply> {
  return uploadParts(client, '/upload', [
    { name: 'type', value: 'sign' },
    { name: 'data', value: toDataUrl(png) },
  ])
}

export function getUploadedName(json: unknown): string {
  return String(Object.entries(json ?? {}).find(([key]) => key === 'name')?.[1])
}

export async function countDocuments({ database }: TestApp): Promise<{ documents: number; blobs: number }> {
  const { rows } = await database.pool.query(
    'select (select count(*)::int from documents) as documents, (select count(*)::int from blobs) as blobs',
  )
  return rows[0]
}

export function toDataUrl(png: Buffer): string {
  return `data:image/png;base64,${png.toString('base64')}`
}

/** Neither empty nor tiny. */
export function createPhoto(width = 640, height = 400): Promise<Buffer> {
  return drawImage(width, height).jpeg({ quality: 90 }).toBuffer()
}

export function createPng(width = 640, height = 400): Promise<Buffer> {
  return drawImage(width, height).png().toBuffer()
}

export function createSignature(): Promise<Buffer> {
  const ink = { width: 200, height: 6, channels: 4, background: '#113' } as const
  return sharp({ create: { width: 600, height: 200, channels: 4, background: '#0000' } })
    .composite([{ input: { create: ink }, top: 90, left: 100 }])
    .png()
    .toBuffer()
}

export function createBlankSignature(background = '#0000'): Promise<Buffer> {
  return sharp({ create: { width: 600, height: 200, channels: 4, background } })
    .png()
    .toBuffer()
}

export function createPdf(extra = '', trailer = '', root = ''): Buffer {
  return Buffer.from(
    `%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R ${root}>>\nendobj\n2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n` +
      `3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 200] >>\nendobj\n${extra}` +
      `xref\n0 4\n0000000000 65535 f \n0000000009 00000 n \n0000000060 00000 n \n0000000120 00000 n \n` +
      `trailer\n<< /Size 4 /Root 1 0 R ${trailer}>>\nstartxref\n190\n%%EOF\n`,
    'latin1',
  )
}

function drawImage(width: number, height: number) {
  const band = { width: Math.ceil(width / 2), height: Math.ceil(height / 4), channels: 3, background: '#264' } as const
  return sharp({ create: { width, height, channels: 3, background: '#cdb' } }).composite([
    { input: { create: band }, top: Math.floor(height / 4), left: Math.floor(width / 4) },
  ])
}
