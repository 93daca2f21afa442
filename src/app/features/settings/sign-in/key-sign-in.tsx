import { type ReactNode, useRef, useState } from 'react'
import { type Control, Controller, useForm } from 'react-hook-form'
import {
  type MadePair,
  type NewKey,
  addKey,
  canSign,
  cannotSign,
  makePair,
  usualLifeSeconds,
} from '../../../api/keys/keys.ts'
import { Banner } from '../../../ui/controls/banner.tsx'
import { Button } from '../../../ui/controls/button.tsx'
import { Checkbox } from '../../../ui/controls/checkbox.tsx'
import { CopyButton } from '../../../ui/controls/copy-button.tsx'
import { TextArea } from '../../../ui/controls/text-area.tsx'
import { TextInput } from '../../../ui/controls/text-input.tsx'
import { type KeyFields, emptyKeyFields, keyResolver, lifeLabels, perAddressLabels, readLife } from './key-form.ts'
import styles from '../settings.module.css'

export function KeySignIn() {
  const [pair, setPair] = useState<MadePair>()
  const form = useForm<KeyFields>({ defaultValues: emptyKeyFields, resolver: keyResolver })
  const { control, handleSubmit, setError, setValue, clearErrors, reset, formState } = form
  const setKey = (pem: string, made: MadePair | undefined): void => {
    setValue('pem', pem)
    setValue('hasPair', made !== undefined)
    clearErrors('pem')
    setPair(made)
  }
  const add = handleSubmit(async fields => {
    const added = await addKey(newKeyOf(fields, pair))
    if (!added.ok) return setError(added.field === 'privateKey' ? 'pem' : 'name', { message: added.message })
    reset(emptyKeyFields)
    setPair(undefined)
  })
  if (!canSign()) return <Banner tone="warning">{cannotSign}</Banner>
  return (
    <form className={styles.wideForm} aria-label="Sign in with a key" noValidate onSubmit={event => void add(event)}>
      <Text
        control={control}
        name="apiKey"
        label="API key"
        mono
        hint="As the venue shows it; it is the name of the account here."
      />
      {pair === undefined ? (
        <PrivateKeyField control={control} onFile={text => setKey(text, undefined)} onMade={made => setKey('', made)} />
      ) : (
        <PublicHalf pair={pair} onDrop={() => setKey('', undefined)} />
      )}
      <Text
        control={control}
        name="name"
        label="Name"
        hint="For the list of your keys; the API key itself if left empty."
      />
      <Text control={control} name="lifeSeconds" {...lifeLabels} />
      <Check control={control} name="perAddress" {...perAddressLabels} />
      <Check
        control={control}
        name="isSaved"
        label="Keep this key in this browser"
        hint="Otherwise it is gone on reload. A stored key can sign but not be read or exported, and is deleted when you sign out."
      />
      <div>
        <Button type="submit" busy={formState.isSubmitting}>
          Sign in with the key
        </Button>
      </div>
    </form>
  )
}

function newKeyOf(fields: KeyFields, pair: MadePair | undefined): NewKey {
  const apiKey = fields.apiKey.trim()
  const name = fields.name.trim()
  return {
    name: name === '' ? apiKey : name,
    apiKey,
    lifeSeconds: readLife(fields.lifeSeconds) ?? usualLifeSeconds,
    perAddress: fields.perAddress,
    isSaved: fields.isSaved,
    privateKey: pair?.key ?? fields.pem,
  }
}

type TextName = 'name' | 'apiKey' | 'lifeSeconds'

interface FieldProps<Name extends keyof KeyFields> {
  readonly control: Control<KeyFields>
  readonly name: Name
  readonly label: string
  readonly hint: string
}

function Text({
  control,
  name,
  label,
  hint,
  mono = false,
}: FieldProps<TextName> & { readonly mono?: boolean }): ReactNode {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field, fieldState }) => (
        <TextInput
          label={label}
          hint={hint}
          mono={mono}
          value={field.value}
          onChange={field.onChange}
          onBlur={field.onBlur}
          inputRef={field.ref}
          error={fieldState.error?.message}
        />
      )}
    />
  )
}

function Check({ control, name, label, hint }: FieldProps<'perAddress' | 'isSaved'>): ReactNode {
  return (
    <Controller
      control={control}
      name={name}
      render={({ field }) => <Checkbox label={label} hint={hint} checked={field.value} onChange={field.onChange} />}
    />
  )
}

const largestFile = 64_000

interface PrivateKeyProps {
  readonly control: Control<KeyFields>
  readonly onFile: (text: string) => void
  readonly onMade: (pair: MadePair) => void
}

function PrivateKeyField({ control, onFile, onMade }: PrivateKeyProps): ReactNode {
  const chooser = useRef<HTMLInputElement>(null)
  const [problem, setProblem] = useState<string>()
  const read = async (file: File | undefined): Promise<void> => {
    setProblem(undefined)
    if (file === undefined) return
    if (file.size > largestFile)
      setProblem('This file is too large to be a private key. Choose the PEM file of the key.')
    else onFile(await file.text())
    // So that the same file can be chosen again after correction.
    if (chooser.current !== null) chooser.current.value = ''
  }
  const make = async (): Promise<void> => onMade(await makePair())
  return (
    <>
      <Controller
        control={control}
        name="pem"
        render={({ field, fieldState }) => (
          <TextArea
            label="Private key (PEM)"
            hint="EC PRIVATE KEY or PRIVATE KEY, on P-256. It never leaves this browser."
            rows={4}
            value={field.value}
            onChange={field.onChange}
            error={problem ?? fieldState.error?.message}
          />
        )}
      />
      <div className={styles.row}>
        <Button onClick={() => chooser.current?.click()}>Choose its file</Button>
        <Button onClick={() => void make()}>Make a pair here instead</Button>
        <input
          ref={chooser}
          type="file"
          className="visually-hidden"
          tabIndex={-1}
          aria-label="File of the private key"
          onChange={event => void read(event.target.files?.[0])}
        />
      </div>
    </>
  )
}

function PublicHalf({ pair, onDrop }: { readonly pair: MadePair; readonly onDrop: () => void }): ReactNode {
  return (
    <div className={styles.stack}>
      <p className={styles.note}>
        Give this public key to the venue and enter the API key that it shows for it. The private half is in this page
        and cannot be read out.
      </p>
      <pre className={styles.pem} aria-label="Public key">
        {pair.publicPem}
      </pre>
      <div className={styles.row}>
        <CopyButton text={pair.publicPem} label="Copy the public key" />
        <Button size="sm" variant="quiet" onClick={onDrop}>
          Use a key of mine instead
        </Button>
      </div>
    </div>
  )
}
