import { type CustomDecorator, SetMetadata } from '@nestjs/common';

/** The metadata under which a route declares who may call it; one that declares nothing is refused. */
export const ACCESS = 'access';

/** Declares that a route asks for no key. */
export const PublicRoute = (): CustomDecorator => SetMetadata(ACCESS, 'public');
