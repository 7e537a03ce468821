/** The welcome is shown to newcomers of the public edition alone; its journey looks at it. */
export const unseen = ['/api-onboarding/welcome'];
