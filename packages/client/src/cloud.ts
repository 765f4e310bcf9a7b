export { type AwsCredentials, type AwsSigV4Options, awsSigV4 } from "./cloud/aws-sigv4.ts";
export { type EntraOptions, entraToken, type TokenCredentialLike } from "./cloud/entra.ts";
export { type GoogleAuthLike, type GoogleOptions, googleAccessToken, googleIdToken } from "./cloud/google.ts";
