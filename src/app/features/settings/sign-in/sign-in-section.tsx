import { useState } from 'react'
import { useKeys } from '../../../api/keys/keys.ts'
import { readSession, signOut, useSession } from '../../../api/venue/session.ts'
import { signInToSandbox, signInWithToken } from '../../../api/venue/sign-in.ts'
import { useVenue } from '../../../api/venue/venue.ts'
import { useTabSignIns } from '../../../model/account/use-tab-sign-ins.ts'
import { Banner } from '../../../ui/controls/banner.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { DefinitionList } from '../../../ui/controls/definition-list.tsx'
import { TabSignIns } from '../../../ui/controls/tab-sign-ins.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { Time } from '../../../ui/format/figures.tsx'
import { stripHostile } from '../../../../core/domain/safe-text.ts'
import { Panel } from '../../../ui/panel/panel.tsx'
import { KeySignIn } from './key-sign-in.tsx'
import { KeysList } from './keys-list.tsx'
import styles from '../settings.module.css'

export function SignInSection() {
  const session = useSession()
  const venue = useVenue()
  const { keys, fault } = useKeys()
  return (
    <Panel title="Sign-in" padded>
      <div className={styles.stack}>
        {session.status === 'signed_in' ? (
          <>
            <DefinitionList
              items={[
                { term: 'Account', value: stripHostile(session.account) },
                { term: 'By', value: methods[session.method] },
                {
                  term: 'Token ends',
                  value:
                    session.method === 'key' ? (
                      'renewed before it expires'
                    ) : session.expiresAtMs === undefined ? (
                      'not said'
                    ) : (
                      <Time ms={session.expiresAtMs} />
                    ),
                },
              ]}
            />
            <KeysList keys={keys} inUse={session.keyId} />
            <div>
              <Button onClick={signOut}>Sign out</Button>
            </div>
            {keys.length > 0 && (
              <p className={styles.note}>
                Signing out forgets {keys.length === 1 ? 'the key' : `all ${keys.length} keys`} of this venue, kept ones
                too.
              </p>
            )}
            {session.method === 'key' && (
              <details>
                <summary>Add another key</summary>
                <KeySignIn />
              </details>
            )}
          </>
        ) : (
          <>
            {session.needsSignIn !== undefined && (
              <Banner tone="warning">
                {whySignIn[session.needsSignIn]}
                {session.text !== undefined && ` The venue says: ${session.text}`}
              </Banner>
            )}
            <OtherTabs />
            {venue.kind === 'sandbox' && <SandboxSignIn />}
            <KeysList keys={keys} inUse={undefined} />
            <TokenSignIn />
            <details>
              <summary>API key and private key</summary>
              <KeySignIn />
            </details>
          </>
        )}
        {fault !== undefined && <Banner tone="warning">{`Keys: ${fault}`}</Banner>}
      </div>
    </Panel>
  )
}

/** Searches other tabs each time it is shown, also after a sign-out. */
const OtherTabs = () => <TabSignIns {...useTabSignIns()} />

const methods = {
  sandbox: 'sandbox session, stored for this tab',
  token: 'pasted token',
  key: 'tokens made with your key',
} as const

const whySignIn = {
  expired: 'Session expired. Sign in again.',
  refused: 'Session expired or token rejected. Sign in again.',
  key_refused:
    'The venue refused this key’s signature. Is it the private key of this API key, is its public half entered at the venue, and does the venue ask for a shorter life or for the address (uri) in the token?',
  venue_changed: 'The venue has changed; a token belongs to one venue only. Sign in again.',
} as const

function SandboxSignIn() {
  const [account, setAccount] = useState('')
  const [problem, setProblem] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [stays, setStays] = useState(true)
  const signIn = async () => {
    setBusy(true)
    const done = await signInToSandbox(account.trim() === '' ? undefined : account.trim(), stays ? 'tab' : 'memory')
    setBusy(false)
    setProblem(done.ok ? undefined : (done.fault.reason ?? done.fault.message))
  }
  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        void signIn()
      }}
    >
      <TextInput
        label="Sandbox account"
        value={account}
        onChange={setAccount}
        placeholder="demo"
        hint="Any name; a new one is funded on first use. The account demo starts with a small book."
        {...(problem === undefined ? {} : { error: problem })}
      />
      <Checkbox
        label="Stay signed in when this tab reloads"
        hint="The tab keeps the token of the sandbox until it is closed."
        checked={stays}
        onChange={setStays}
      />
      <Button type="submit" variant="primary" busy={busy}>
        Sign in to the sandbox
      </Button>
    </form>
  )
}

function TokenSignIn() {
  const [token, setToken] = useState('')
  const [isRemembered, setIsRemembered] = useState(false)
  const [problem, setProblem] = useState<string>()
  const signIn = () => {
    const done = signInWithToken(token.trim(), isRemembered ? 'tab' : 'memory')
    setProblem(done.ok ? undefined : done.message)
    if (readSession().status === 'signed_in') setToken('')
  }
  return (
    <form
      className={styles.form}
      onSubmit={event => {
        event.preventDefault()
        signIn()
      }}
    >
      <TextInput
        label="Token (credentials_secret)"
        type="password"
        value={token}
        onChange={setToken}
        mono
        hint="A JWT for this venue. It is stored in memory only, unless you choose otherwise, and is sent only to this venue."
        {...(problem === undefined ? {} : { error: problem })}
      />
      <Checkbox label="Remember until this tab closes" checked={isRemembered} onChange={setIsRemembered} />
      <Button type="submit">Sign in with token</Button>
    </form>
  )
}
