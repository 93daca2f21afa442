import { createHash, type KeyObject, sign, verify } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { join, sep } from 'node:path'
import { z } from 'zod'

/** SHA-256 in hexadecimal by path, with `/` as separator. */
export type Hashes = ReadonlyMap<string, string>

const payloadType = 'application/vnd.in-toto+json'

export const sha256 = (bytes: string | Buffer): string => createHash('sha256').update(bytes).digest('hex')

export function hashesOf(folder: string): Hashes {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter(entry => entry.isFile())
  const paths = files.map(({ parentPath, name }) => join(parentPath, name).slice(folder.length + 1))
  return new Map(paths.toSorted().map(path => [path.replaceAll(sep, '/'), sha256(readFileSync(join(folder, path)))]))
}

export function differences(expected: Hashes, found: Hashes): string[] {
  const missing = [...expected].filter(([path]) => !found.has(path)).map(([path]) => `${path} is missing`)
  const changed = [...expected]
    .filter(([path, hash]) => (found.get(path) ?? hash) !== hash)
    .map(([path]) => `${path} is another`)
  const extra = [...found].filter(([path]) => !expected.has(path)).map(([path]) => `${path} is not stated`)
  return [...missing, ...changed, ...extra]
}

export const sumsText = (hashes: Hashes): string => [...hashes].map(([path, hash]) => `${hash}  ${path}\n`).join('')

export interface Build {
  readonly version: string
  readonly commit: string
  readonly lock: string
  readonly node: string
}

export function statementOf(hashes: Hashes, { version, commit, lock, node }: Build): object {
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject: [...hashes].map(([name, hash]) => ({ name, digest: { sha256: hash } })),
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'urn:legwork:npm-ci-and-npm-run-build',
        externalParameters: { version },
        internalParameters: { node },
        resolvedDependencies: [
          { name: 'source', digest: { gitCommit: commit } },
          { name: 'package-lock.json', digest: { sha256: lock } },
        ],
      },
      runDetails: { builder: { id: 'urn:legwork:release-tool' } },
    },
  }
}

/** The bytes that DSSE signs: type and body, each after its length. */
function preAuthentication(body: Buffer): Buffer {
  return Buffer.concat([Buffer.from(`DSSEv1 ${payloadType.length} ${payloadType} ${body.length} `), body])
}

/** @param key - A private Ed25519 key. */
export function signedStatement(statement: object, key: KeyObject): string {
  const body = Buffer.from(JSON.stringify(statement))
  const signature = sign(null, preAuthentication(body), key).toString('base64')
  return `${JSON.stringify({ payloadType, payload: body.toString('base64'), signatures: [{ sig: signature }] })}\n`
}

const envelope = z.object({
  payloadType: z.literal(payloadType),
  payload: z.base64(),
  signatures: z.array(z.object({ sig: z.base64() })).min(1),
})
const stated = z.object({ subject: z.array(z.object({ name: z.string(), digest: z.object({ sha256: z.string() }) })) })

/**
 * The hashes of a signed statement.
 * @param key - The public key of the maker of the release.
 * @throws If no signature is by that key.
 */
export function verifiedHashes(text: string, key: KeyObject): Hashes {
  const { payload, signatures } = envelope.parse(JSON.parse(text))
  const body = Buffer.from(payload, 'base64')
  const signed = preAuthentication(body)
  if (!signatures.some(({ sig }) => verify(null, signed, key, Buffer.from(sig, 'base64'))))
    throw new Error('The statement is not signed by this key')
  return new Map(stated.parse(JSON.parse(body.toString())).subject.map(({ name, digest }) => [name, digest.sha256]))
}
