/**
 * The bill of materials (CycloneDX 1.5) of a build, from the lock file alone: every package with its version and the checksum by which npm
 * holds it. The same lock file makes the same text. Packages that only development needs are `excluded`: no part of what is shipped.
 */
export interface LockFile {
  readonly name: string
  readonly version: string
  readonly packages: Readonly<Record<string, LockedPackage>>
}

export interface LockedPackage {
  readonly version?: string
  readonly integrity?: string
  readonly dev?: boolean
  readonly devOptional?: boolean
  readonly optional?: boolean
  readonly license?: string
}

const folder = 'node_modules/'
const nameOf = (path: string): string => path.slice(path.lastIndexOf(folder) + folder.length)
const urlOf = (name: string, version: string): string => `pkg:npm/${name.replace('@', '%40')}@${version}`

/** `sha512-…` in base64, as npm writes it, as hexadecimal digits. */
function hashesOf(integrity: string | undefined) {
  const base64 = /^sha512-([\w+/]+=*)$/.exec(integrity ?? '')?.[1]
  return base64 === undefined ? [] : [{ alg: 'SHA-512', content: Buffer.from(base64, 'base64').toString('hex') }]
}

export function makeSbom({ name, version, packages }: LockFile): string {
  const components = Object.entries(packages)
    .filter(([path]) => path !== '')
    .map(([path, { version: locked = '', integrity, dev, devOptional, license }]) => ({
      type: 'library',
      name: nameOf(path),
      version: locked,
      purl: urlOf(nameOf(path), locked),
      'bom-ref': path,
      scope: dev === true || devOptional === true ? 'excluded' : 'required',
      ...(license === undefined ? {} : { licenses: [{ license: { name: license } }] }),
      hashes: hashesOf(integrity),
    }))
  const component = { type: 'application', name, version, 'bom-ref': name }
  return JSON.stringify({ bomFormat: 'CycloneDX', specVersion: '1.5', version: 1, metadata: { component }, components }, undefined, 1)
}
