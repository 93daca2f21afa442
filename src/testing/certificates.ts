/**
 * Creates certificates for TLS tests: an authority and certificates signed by it. Node cannot create certificates, so
 * this writes the DER bytes (X.509, RFC 5280), with only the fields that a handshake needs.
 */
import { type KeyObject, generateKeyPairSync, sign } from 'node:crypto'

export interface Certified {
  readonly cert: string
  readonly key: string
}

export interface Authority {
  readonly cert: string
  certify(names: { readonly dns?: readonly string[]; readonly ipv4?: readonly string[] }, isOld?: boolean): Certified
}

function tlv(tag: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts)
  if (body.length < 0x80) return Buffer.concat([Buffer.from([tag, body.length]), body])
  const length = Buffer.from(body.length.toString(16).padStart(body.length > 0xff ? 4 : 2, '0'), 'hex')
  return Buffer.concat([Buffer.from([tag, 0x80 | length.length]), length, body])
}

const sequence = (...parts: readonly Buffer[]): Buffer => tlv(0x30, ...parts)
const objectId = (hex: string): Buffer => tlv(0x06, Buffer.from(hex, 'hex'))
const bits = (bytes: Buffer): Buffer => tlv(0x03, Buffer.from([0]), bytes)
const isTrue = Buffer.from([0x01, 0x01, 0xff])

const ecdsaWithSha256 = sequence(objectId('2a8648ce3d040302'))
const nameOf = (text: string): Buffer => sequence(tlv(0x31, sequence(objectId('550403'), tlv(0x0c, Buffer.from(text)))))
/** Long before and after any test, because the handshake uses the machine's own clock. */
const years = (to: string): Buffer =>
  sequence(tlv(0x17, Buffer.from('000101000000Z')), tlv(0x18, Buffer.from(`${to}0101000000Z`)))

let serial = 0

interface Asked {
  readonly subject: string
  readonly subjectKey: KeyObject
  readonly issuer: string
  readonly issuerKey: KeyObject
  readonly extension: Buffer
  readonly validity: Buffer
}

function certificateOf({ subject, subjectKey, issuer, issuerKey, extension, validity }: Asked): string {
  serial += 1
  const signed = sequence(
    tlv(0xa0, tlv(0x02, Buffer.from([2]))),
    tlv(0x02, Buffer.from([serial])),
    ecdsaWithSha256,
    nameOf(issuer),
    validity,
    nameOf(subject),
    subjectKey.export({ type: 'spki', format: 'der' }),
    tlv(0xa3, sequence(extension)),
  )
  const whole = sequence(signed, ecdsaWithSha256, bits(sign('sha256', signed, issuerKey)))
  return `-----BEGIN CERTIFICATE-----\n${whole.toString('base64').replace(/.{64}/g, '$&\n')}\n-----END CERTIFICATE-----\n`
}

const basicConstraints = sequence(objectId('551d13'), isTrue, tlv(0x04, sequence(isTrue)))

function alternativeNames(dns: readonly string[], ipv4: readonly string[]): Buffer {
  const names = [
    ...dns.map(name => tlv(0x82, Buffer.from(name))),
    ...ipv4.map(address => tlv(0x87, Buffer.from(address.split('.').map(part => Number.parseInt(part, 10))))),
  ]
  return sequence(objectId('551d11'), tlv(0x04, sequence(...names)))
}

export function createAuthority(name: string): Authority {
  const own = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const signedBy = { issuer: name, issuerKey: own.privateKey }
  return {
    cert: certificateOf({
      ...signedBy,
      subject: name,
      subjectKey: own.publicKey,
      extension: basicConstraints,
      validity: years('2100'),
    }),
    certify({ dns = [], ipv4 = [] }, isOld = false) {
      const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      return {
        cert: certificateOf({
          ...signedBy,
          subject: dns[0] ?? ipv4[0] ?? 'a server',
          subjectKey: publicKey,
          extension: alternativeNames(dns, ipv4),
          validity: years(isOld ? '2001' : '2100'),
        }),
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
      }
    },
  }
}
