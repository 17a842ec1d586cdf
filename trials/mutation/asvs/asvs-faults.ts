import { encodingFaults } from './v01-encoding.ts'
import { validationFaults } from './v02-validation.ts'
import { webFaults } from './v03-web-frontend.ts'
import { fileFaults } from './v05-files.ts'
import { authenticationFaults } from './v06-authentication.ts'
import { sessionFaults } from './v07-sessions.ts'
import { authorizationFaults } from './v08-authorization.ts'
import { cryptographyFaults } from './v11-cryptography.ts'
import { configurationFaults } from './v12-configuration.ts'
import { dataProtectionFaults } from './v14-data-protection.ts'
import { codingFaults } from './v15-coding.ts'
import { loggingFaults } from './v16-logging.ts'

/** For each requirement of ASVS that is met, by chapter: the line that meets it, taken out. */
export const asvsFaults = [
  ...encodingFaults,
  ...validationFaults,
  ...webFaults,
  ...fileFaults,
  ...authenticationFaults,
  ...sessionFaults,
  ...authorizationFaults,
  ...cryptographyFaults,
  ...configurationFaults,
  ...dataProtectionFaults,
  ...codingFaults,
  ...loggingFaults,
]
