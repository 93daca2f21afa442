/** API keys: owners sign their own tokens; each key is an account. Private keys stay with their owners. */
import { type CryptoKey, importSPKI } from 'jose'
import { isRecord, parseJson } from '../../../core/domain/json.ts'
import { type Account, demoAccount, isAccountName } from '../exchange.ts'

/** Public keys by API key, which is also the account's name. */
export type ApiKeys = ReadonlyMap<Account, CryptoKey>

export type ReadApiKeys =
  | { readonly ok: true; readonly keys: ApiKeys }
  | { readonly ok: false; readonly problem: string }

const wrong = (problem: string): ReadApiKeys => ({ ok: false, problem })

/** Parses `{ "<api key>": "<P-256 public key, PEM>" }`; returns the first problem otherwise. */
export async function readApiKeys(text: string): Promise<ReadApiKeys> {
  const json = parseJson(text)
  if (!isRecord(json)) return wrong('it is not a JSON object: write {"<api key>": "<P-256 public key, PEM>"}')
  const keys = new Map<Account, CryptoKey>()
  for (const [name, pem] of Object.entries(json)) {
    if (!isAccountName(name) || name === demoAccount) {
      return wrong(`"${name}" cannot be an API key: 1 to 64 characters, not beginning with @, and not "${demoAccount}"`)
    }
    const key = typeof pem === 'string' ? await publicKey(pem) : undefined
    if (key === undefined)
      return wrong(`the key of "${name}" is not a P-256 public key in PEM ("-----BEGIN PUBLIC KEY-----")`)
    keys.set(name, key)
  }
  return keys.size === 0 ? wrong('it names no API key') : { ok: true, keys }
}

async function publicKey(pem: string): Promise<CryptoKey | undefined> {
  try {
    return await importSPKI(pem.trim(), 'ES256')
  } catch {
    // Any error gets the same answer, which describes the right format.
    return undefined
  }
}
