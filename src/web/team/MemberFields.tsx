import { NativeSelect, PasswordInput, TextInput } from '@mantine/core'
import type { ComponentProps } from 'react'
import { roles } from '#contract/rules/roles.ts'
import { listTeamMemberTypes } from '#contract/team.ts'
import { useRead } from '#web/lib/endpoint-hooks.ts'

interface MemberFieldsProps {
  name: ComponentProps<typeof TextInput>
  email: ComponentProps<typeof TextInput>
  password: ComponentProps<typeof PasswordInput>
  type: ComponentProps<typeof NativeSelect>
}

/** The fields of a member (spec §3); the types are those that the caller may give. */
export function MemberFields({ name, email, password, type }: MemberFieldsProps) {
  const { data } = useRead(listTeamMemberTypes, {}, { staleTime: Infinity })
  const types = data?.data ?? roles.filter((role) => role === type.value)
  return (
    <>
      <TextInput label="Name" autoComplete="off" {...name} />
      <TextInput label="Email" type="email" autoComplete="off" {...email} />
      <PasswordInput label="Password" autoComplete="new-password" {...password} />
      <NativeSelect label="Type" data={[{ value: '', label: 'Select type' }, ...types]} {...type} />
    </>
  )
}
