/** The key that signs the sandbox's tokens, kept so that a tab stays signed in over restarts; readable by its user alone. */
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { JWK } from 'jose'
import { createSigningKey, createTokenKeys } from '../../sandbox/http/tokens.ts'

export const tokenKeyFile = 'token-key.json'

/** The key of a folder, made on first use; a problem in words where what is there is no key. */
export async function savedSigningKey(
  folder: string,
): Promise<{ readonly ok: true; readonly key: JWK } | { readonly ok: false; readonly problem: string }> {
  const path = join(folder, tokenKeyFile)
  if (existsSync(path)) {
    const key = await readKey(path)
    if (key !== undefined) return { ok: true, key }
    return { ok: false, problem: `${path} is not a key for signing tokens: delete it to have a new one made (everybody signs in again).` }
  }
  const key = await createSigningKey()
  const fresh = `${path}.new`
  writeFileSync(fresh, JSON.stringify(key), { mode: 0o600 })
  renameSync(fresh, path)
  return { ok: true, key }
}

async function readKey(path: string): Promise<JWK | undefined> {
  try {
    const key = JSON.parse(readFileSync(path, 'utf8')) as JWK
    await createTokenKeys({ signingKey: key })
    return key
  } catch {
    // Not JSON, or not a private P-256 key: told as a problem.
    return undefined
  }
}
