import { PersonalText } from './PersonalText.tsx'
import { useTexts } from './localization.ts'

/** Mails to an order's own address are assigned to the order. */
export function Help({ email, children }: { email: string | undefined; children: string }) {
  const { help } = useTexts()
  return (
    <>
      <h2>{help.heading}</h2>
      <p>
        <span>{children}</span>
        {email && (
          <>
            <br />
            <a href={`mailto:${email}`}>
              <PersonalText>{email}</PersonalText>
            </a>
          </>
        )}
      </p>
    </>
  )
}
