/** API keys: who may sign tokens of their own, each an account of its own. The private halves are their owners' and never come here. */
import { type CryptoKey, importSPKI } from 'jose'
import { isRecord, parseJson } from '../../domain/json.ts'
import { type Account, demoAccount, isAccountName } from '../exchange.ts'

/** Public keys by API key, which is the account's name as well. */
export type ApiKeys = ReadonlyMap<Account, CryptoKey>

export type ReadApiKeys = { readonly ok: true; readonly keys: ApiKeys } | { readonly ok: false; readonly problem: string }

const wrong = (problem: string): ReadApiKeys => ({ ok: false, problem })

/** Keys of the text `{ "<api key>": "<P-256 public key, PEM>" }`, or the first thing that is wrong with it. */
export async function readApiKeys(text: string): Promise<ReadApiKeys> {
  const json = parseJson(text)
  if (!isRecord(json)) return wrong('it is not a JSON object: write {"<api key>": "<P-256 public key, PEM>"}')
  const keys = new Map<Account, CryptoKey>()
  for (const [name, pem] of Object.entries(json)) {
    if (!isAccountName(name) || name === demoAccount) {
      return wrong(`"${name}" cannot be an API key: 1 to 64 characters, not beginning with @, and not "${demoAccount}"`)
    }
    const key = typeof pem === 'string' ? await publicKey(pem) : undefined
    if (key === undefined) return wrong(`the key of "${name}" is not a P-256 public key in PEM ("-----BEGIN PUBLIC KEY-----")`)
    keys.set(name, key)
  }
  return keys.size === 0 ? wrong('it names no API key') : { ok: true, keys }
}

async function publicKey(pem: string): Promise<CryptoKey | undefined> {
  try {
    return await importSPKI(pem.trim(), 'ES256')
  } catch {
    // Any error gets the same answer, which says what is right.
    return undefined
  }
}
