package interop;

import io.a2a.server.ExtendedAgentCard;
import io.a2a.server.PublicAgentCard;
import io.a2a.spec.AgentCapabilities;
import io.a2a.spec.AgentCard;
import io.a2a.spec.AgentInterface;
import io.a2a.spec.AgentSkill;
import io.a2a.spec.HTTPAuthSecurityScheme;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.inject.Produces;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** The card of the probe agent, which serves both bindings at the root. */
@ApplicationScoped
public class HarbourCard {
    @ConfigProperty(name = "quarkus.http.port")
    int port;

    @Produces
    @PublicAgentCard
    public AgentCard card() {
        String url = "http://127.0.0.1:" + port;
        AgentCard.Builder card = new AgentCard.Builder()
                .name("Harbour")
                .description("Knows the tides.")
                .url(url)
                .preferredTransport("JSONRPC")
                .protocolVersion("0.3.0")
                .version("1.0.0")
                .capabilities(new AgentCapabilities.Builder().streaming(true).pushNotifications(true).build())
                .defaultInputModes(List.of("text/plain"))
                .defaultOutputModes(List.of("text/plain"))
                .skills(List.of(new AgentSkill.Builder()
                        .id("tides")
                        .name("Tides")
                        .description("High and low water")
                        .tags(List.of("sea"))
                        .build()))
                .supportsAuthenticatedExtendedCard(true)
                .additionalInterfaces(List.of(new AgentInterface("JSONRPC", url), new AgentInterface("HTTP+JSON", url)));
        if (Guard.TOKEN != null) {
            card.securitySchemes(Map.of("token", new HTTPAuthSecurityScheme(null, "bearer", null)))
                    .security(List.of(Map.of("token", List.of())));
        }
        return card.build();
    }

    @Produces
    @ExtendedAgentCard
    public AgentCard extendedCard() {
        return card();
    }
}
